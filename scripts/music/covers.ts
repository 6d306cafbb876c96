import { seeded } from './dsp.ts';

/** A landscape at dusk in 320×320 units. `motif` is more SVG, drawn above the land. */
export interface Scene {
  sky: [top: string, middle: string, horizon: string];
  sun: { x: number; y: number; radius: number; colour: string };
  land: [far: string, near: string];
  /** Colour of the road at its near end. */
  road: string;
  stars: number;
  birds: [x: number, y: number, width: number, degrees: number][];
  motif?: string;
}

/** Path of the bird in art/icon.svg, without the road: its beak points up, it is 122 wide, and its middle is at 0,0. */
const lark =
  'M0-51C2.5-45 9-42 9-33C9-29 9.5-27 11-24C24-38 44-41 61-22C44-21 26-10 12 6C9 16 5.5 26 6 42' +
  'C2 38-2 38-6 42C-5.5 26-9 16-12 6C-26-10-44-21-61-22C-44-41-24-38-11-24C-9.5-27-9-29-9-33C-9-42-2.5-45 0-51Z';

function drawStars(count: number): string {
  const random = seeded(`stars ${count}`);
  return Array.from({ length: count }, () => {
    const x = random() * 320;
    const y = random() ** 1.4 * 170;
    const radius = 0.5 + random() * 0.9;
    const opacity = (0.25 + 0.55 * random()).toFixed(2);
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="#fff4e2" opacity="${opacity}"/>`;
  }).join('');
}

/** The stops of an SVG gradient, evenly spaced. */
function stops(colours: string[]): string {
  return colours
    .map((colour, i) => `<stop offset="${i / (colours.length - 1)}" stop-color="${colour}"/>`)
    .join('');
}

/** SVG of a scene, 320×320. */
export function coverOf({ sky, sun, land, road, stars, birds, motif = '' }: Scene): string {
  const drawnBirds = birds.map(
    ([x, y, width, degrees]) =>
      `<path transform="translate(${x} ${y}) rotate(${degrees}) scale(${(width / 122).toFixed(3)})" fill="#ffe6c7" d="${lark}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">
    <defs>
      <linearGradient id="sky" x2="0" y2="1">${stops(sky)}</linearGradient>
      <linearGradient id="road" x1="0" y1="1" x2="0" y2="0">${stops([road, '#ffe6c7'])}</linearGradient>
      <radialGradient id="glow">${stops([`${sun.colour}aa`, `${sun.colour}33`, `${sun.colour}00`])}</radialGradient>
    </defs>
    <rect width="320" height="228" fill="url(#sky)"/>
    ${drawStars(stars)}
    <circle cx="${sun.x}" cy="${sun.y}" r="${sun.radius * 3.2}" fill="url(#glow)"/>
    <circle cx="${sun.x}" cy="${sun.y}" r="${sun.radius}" fill="${sun.colour}"/>
    <path d="M0 214C60 190 120 196 176 206S280 190 320 204V320H0Z" fill="${land[0]}"/>
    <path d="M0 246C90 212 210 214 320 250V320H0Z" fill="${land[1]}"/>
    <path d="M86 320C132 276 178 262 154 224L159 223C200 258 196 280 206 320Z" fill="url(#road)"/>
    ${motif}${drawnBirds.join('')}
  </svg>`;
}
