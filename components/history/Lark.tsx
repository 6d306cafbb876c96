/** The bird of the extension's icon, above the fields at dusk. */
export const Lark = () => (
  <svg width="160" height="112" viewBox="0 0 160 112" aria-hidden="true">
    <path fill="var(--hue-1-tile)" d="M28 108c24-22 84-26 132 0Z" />
    <path fill="var(--hue-5-tile)" d="M0 108c34-18 92-16 136 0Z" />
    <g transform="translate(42 4) scale(0.6)">
      <path fill="#d98a62" d="M50 58C46 42 48 24 59 8c11 11 17 25 18 40Z" />
      <path
        fill="light-dark(#34388a, #f3ecdf)"
        d="M119 48 105 42c-2-7-7-11-13-11-4-5-10-8-17-8 3 4 5 8 5 12-6 5-11 11-18 20C51 72 34 85 11 93l14 5-7 10c30 2 60-7 77-27 8-10 12-19 12-30Z"
      />
      <path fill="#ffb27f" d="M82 66C71 46 48 28 19 22c1 13 6 24 13 33 6 9 14 17 24 23 11 7 24 1 26-12Z" />
      <circle fill="var(--paper)" cx="97" cy="43" r="3.4" />
    </g>
  </svg>
);
