import { palette } from '../pages/pages.ts';

export const style = `${palette}
* { box-sizing: border-box; }
body { margin: 0 auto; max-inline-size: 1280px; padding: 0 48px 48px; background: var(--paper); color: var(--ink);
  font: 14px/20px var(--font); text-autospace: normal; }
h1, h2, p, ul, ol { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; overflow-wrap: anywhere; }
h2 { font-size: 16px; line-height: 24px; font-weight: 600; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 3px; text-decoration-thickness: 1px; }
svg { flex: none; }
.meta, th, label { font-size: 12px; line-height: 16px; color: var(--soft); }
th, label { font-weight: 500; }
.soft { color: var(--soft); }
.warn { color: var(--warn); }
.good { color: var(--good); }
/* Dates have no space in them. */
.num { font-variant-numeric: tabular-nums; text-autospace: no-autospace; }
.nowrap { white-space: nowrap; }
.breakable { overflow-wrap: anywhere; }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.grow { flex: 1 1 auto; min-inline-size: 0; }
.icon { inline-size: 16px; block-size: 16px; fill: none; stroke: currentcolor; stroke-width: 2; stroke-linecap: round;
  stroke-linejoin: round; vertical-align: -3px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; padding-block: 16px; }
.logo { display: block; inline-size: 28px; block-size: 28px; }
.sign-out { display: inline; margin-inline-start: 8px; }
.quiet { padding: 0; border: 0; background: none; color: var(--accent); font: inherit; white-space: nowrap; cursor: pointer; }
.search { position: relative; inline-size: 320px; max-inline-size: 100%; }
.search > .icon { position: absolute; inset-block-start: 10px; inset-inline-start: 12px; color: var(--soft); }
.search > input { padding-inline: 36px; }
.clear { position: absolute; inset-block-start: 2px; inset-inline-end: 2px; display: grid; place-items: center;
  inline-size: 32px; block-size: 32px; border-radius: 6px; color: var(--soft); }
input { appearance: none; inline-size: 100%; block-size: 36px; padding: 0 12px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--raised); color: var(--ink); font: inherit; }
input::placeholder { color: var(--soft); opacity: 1; }
.button { display: inline-flex; align-items: center; block-size: 36px; padding: 0 16px; border: 1px solid var(--line);
  border-radius: 10px; background: var(--raised); color: var(--ink); font: inherit; font-weight: 500; white-space: nowrap;
  text-decoration: none; cursor: pointer; }
.button:hover { background: linear-gradient(var(--wash), var(--wash)) var(--raised); }
.button.small { block-size: 32px; padding: 0 12px; border-radius: 6px; }
.button.danger { color: var(--warn); }
.button.primary { border-color: transparent; background: var(--accent); color: var(--on-accent); }
.button.primary:hover { background: var(--accent-strong); }
.card { min-inline-size: 0; border: 1px solid var(--hair); border-radius: 16px; background: var(--raised); }
.part { padding: 20px; }
.part > header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; margin-block-end: 16px; }
main > .card + .card { margin-block-start: 16px; }
.bar { display: inline-block; inline-size: 120px; block-size: 4px; margin-inline-end: 12px; border-radius: 2px; vertical-align: middle; }
.bar > .track { fill: var(--hair); }
.bar > .level { fill: var(--accent); }
.bar.near > .level { fill: var(--warn); }
table { inline-size: 100%; border-spacing: 0; }
th { padding: 0 16px 8px 0; text-align: start; white-space: nowrap; }
td { block-size: 44px; padding: 6px 16px 6px 0; border-block-start: 1px solid var(--hair); }
:is(th, td):last-child { padding-inline-end: 0; text-align: end; }
.end { text-align: end; }
.open > td { padding: 16px; border: 0; border-radius: 10px; background: var(--wash); text-align: start; }
.open form { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: end; }
.open label { flex: 1 1 240px; display: grid; gap: 4px; color: color-mix(in srgb, var(--soft) 72%, var(--ink)); }
.open p { inline-size: 100%; color: color-mix(in srgb, var(--soft) 72%, var(--ink)); }
.open + tr > td { border: 0; }
.log > li { display: grid; grid-template-columns: 200px 152px minmax(0, 1fr); gap: 12px; align-items: baseline; padding-block: 10px;
  border-block-start: 1px solid var(--hair); }
.notice { display: flex; gap: 8px; margin-block-end: 16px; padding: 12px 20px; border: 1px solid var(--hair); border-radius: 10px; background: var(--raised);
  overflow-wrap: anywhere; }
.message { max-inline-size: 440px; margin: 96px auto; display: grid; gap: 12px; justify-items: start; }
.message > p { text-wrap: balance; }
.message > .logo { inline-size: 40px; block-size: 40px; }
code { inline-size: 100%; padding: 12px; border-radius: 10px; background: var(--wash); font: 12px/16px ui-monospace, monospace;
  overflow-wrap: anywhere; }
@media (max-width: 900px) {
  body { padding: 0 16px 32px; }
  .wide, .bar { display: none; }
  .part { padding: 16px; }
  .nowrap { white-space: normal; }
  :is(th, td) { padding-inline-end: 8px; }
  .log > li { grid-template-columns: minmax(0, 1fr); gap: 0; }
  search, .search { inline-size: 100%; }
  .message { margin-block: 48px; }
}
/* The first cell of a row has a line of its own. */
@media (max-width: 480px) {
  tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; }
  :is(th, td):first-child { grid-column: 1 / -1; }
  th:first-child { padding-block-end: 0; }
  tbody > tr { padding-block: 8px; border-block-start: 1px solid var(--hair); }
  td { block-size: auto; padding-block: 2px; border: 0; }
  td:last-child { white-space: nowrap; }
  tbody > .open, .open + tr { padding-block-start: 0; border: 0; }
  .open > td { white-space: normal; }
}
@media (forced-colors: active) {
  .bar > .level { fill: CanvasText !important; }
  .bar > .track { fill: GrayText; }
}
`;
