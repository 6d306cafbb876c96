/** An element of a control in one state; `data-force` names the pseudo-classes that the picture forces. */
const states = ['', 'hover', 'focus-visible', 'active'];

const each = (markup: (attributes: string, state: string) => string): string =>
  states.map((state) => markup(state === '' ? '' : `data-force="${state}"`, state || 'rest')).join('');

const icon = (name: string): string => `<span class="icon icon-${name}" aria-hidden="true"></span>`;

const row = (name: string, content: string): string =>
  `<div class="field"><span class="label">${name}</span><div class="buttons">${content}</div></div>`;

const buttons = ['primary', '', 'quiet', 'plain', 'danger', 'done', 'primary small', 'small'].map((kind) =>
  row(
    kind === '' ? 'secondary' : kind,
    each(
      (attributes, state) =>
        `<button type="button" class="${kind}" ${attributes}>${icon('copy')}${state}</button>`,
    ) + `<button type="button" class="${kind}" aria-disabled="true">disabled</button>`,
  ),
);

const iconButtons = row(
  'only-icon',
  each(
    (attributes) =>
      `<button type="button" class="only-icon" aria-label="More" ${attributes}>${icon('more')}</button>`,
  ),
);

const fields = row(
  'text field, select, text area',
  each(
    (attributes) =>
      `<input type="text" value="https://lark.example/k3Vd8qXw" aria-label="Link" ${attributes}>`,
  ) +
    '<input type="text" value="not an address" aria-label="Link" aria-invalid="true">' +
    each((attributes) => `<select aria-label="Validity" ${attributes}><option>30 days</option></select>`) +
    '<textarea aria-label="Preview" rows="2">https://lark.example/k3Vd8qXw</textarea>',
);

const choices = ['checkbox', 'radio', 'switch'].map((kind) => {
  const type = kind === 'switch' ? 'type="checkbox" role="switch"' : `type="${kind}"`;
  const both = (attributes: string): string =>
    `<input ${type} aria-label="Off" ${attributes}><input ${type} aria-label="On" checked ${attributes}>`;
  return row(
    kind,
    each(both) + (kind === 'checkbox' ? '<input type="checkbox" aria-label="Some" data-some>' : ''),
  );
});

const groups = `<fieldset class="segments"><label><input type="radio" name="f" checked> Plain</label>
<label><input type="radio" name="f"> Markdown</label><label><input type="radio" name="f"> HTML</label></fieldset>
<div class="chips"><label><input type="radio" name="c" checked> All <span class="num">8</span></label>
<label><input type="radio" name="c"> Active <span class="num">7</span></label><label data-force="hover"><input type="radio" name="c"> Expired <span class="num">1</span></label></div>`;

const surfaces = `<p class="notice">${icon('history')}<span>You created this link on Monday.</span></p>
<p class="problem" role="alert">The service's backend is down. No link was created. Try again in a minute.</p>
<details><summary>Details</summary></details><details open><summary>Details</summary><p class="note">503 · a request id</p></details>
<div class="card rows"><div class="setting"><div class="grow"><label for="s">Copy each new link</label><p class="note">A hint of one line.</p></div><input id="s" type="checkbox" role="switch" checked></div>
<div class="setting"><span class="initial" aria-hidden="true">W</span><div class="grow"><p class="cut">A title that is cut at its end</p><p class="note">lark.example/k3Vd8qXw</p></div><button type="button" class="small">Change</button></div></div>
<div class="empty card">${icon('link')}<p>Links you create appear here.</p></div>
<div role="menu" class="shown"><button type="button" role="menuitem" data-force="hover">${icon('recreate')}Create again</button><button type="button" role="menuitem">${icon('link')}Copy address</button><hr><button type="button" role="menuitem" class="danger">${icon('remove')}Remove</button></div>`;

const icons = (names: readonly string[]): string => `<div class="buttons">${names.map(icon).join('')}</div>`;

/** All controls of components/ui in all their states, for a page that has their styles. */
export const controlsMarkup = (iconNames: readonly string[]): string => `<main class="page"><h1>Controls</h1>
<div class="form">${buttons.join('')}${iconButtons}${fields}${choices.join('')}${groups}${surfaces}${icons(iconNames)}</div></main>`;
