// Applies the stored colours before the page is painted, so that it does not flash. Not a module: those run later.
"use strict";

try {
  const { theme } = JSON.parse(localStorage.getItem("lastknight") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system decides.
}
