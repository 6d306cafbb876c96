// oxlint-disable-next-line no-control-regex -- control and direction characters are removed from texts
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** One line of text, without characters that change the order in which others are shown: each run of them is a space. */
export const plainText = (text: string): string => text.replace(controls, ' ');
