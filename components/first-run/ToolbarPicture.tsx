/** A browser's toolbar in outline, with the button in it; in Chromium beside the puzzle piece, once it is pinned. */
export const ToolbarPicture = ({ hasPuzzle }: { hasPuzzle: boolean }) => (
  <div class="toolbar-picture" aria-hidden="true">
    <span class="bar" />
    <span class="ours">
      <img src="/icons/48.png" width="24" height="24" alt="" />
    </span>
    {hasPuzzle && (
      <svg class="puzzle" viewBox="0 0 24 24" width="22" height="22">
        <path d="M20.5 11H19V7a2 2 0 0 0-2-2h-4V3.5a2.5 2.5 0 0 0-5 0V5H4a2 2 0 0 0-2 2v3.8h1.5a2.7 2.7 0 0 1 0 5.4H2V20a2 2 0 0 0 2 2h3.8v-1.5a2.7 2.7 0 0 1 5.4 0V22H17a2 2 0 0 0 2-2v-4h1.5a2.5 2.5 0 0 0 0-5Z" />
      </svg>
    )}
  </div>
);
