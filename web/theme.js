// Sets light or dark before anything is painted, so that nothing flashes. The rest of the preferences can wait.
"use strict";
try {
  const theme = JSON.parse(localStorage.getItem("lastknight") || "{}").theme;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the reader's system decides.
}
