// Makes docs/pictures/page.png: node tests/picture.mjs

import { fileURLToPath } from "node:url";

import { stage, visiting } from "./stage.mjs";

const GAME = "d4-b3-f5-c5-e3-b7-g4-d6-f6-c4-e4-d2-c3-f1-a2";
const PATH = fileURLToPath(new URL("../../../../docs/pictures/page.png", import.meta.url));

const on = await stage();
await visiting(on, `/?view=analyse&moves=${GAME}&ply=13`, async (page) => {
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator(".mistakes button").first().waitFor();
  await page.getByText(", finished").waitFor();
  await page.getByText(/wins in \d+ plies/).waitFor();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: PATH });
}, { viewport: { width: 1280, height: 860 } });
await on.end();
