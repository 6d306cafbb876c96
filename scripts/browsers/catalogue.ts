import { readFile } from 'node:fs/promises';
import type messages from '../../public/_locales/en/messages.json';

export type TextKey = keyof typeof messages;

/** A language of the extension, as its catalogue's folder is called. */
export type Language = 'en' | 'zh_CN';

export interface Message {
  message: string;
  placeholders?: Record<string, { content: string }>;
}

export type Catalogue = Record<string, Message>;

export async function catalogueOf(language: Language): Promise<Catalogue> {
  const path = new URL(`../../public/_locales/${language}/messages.json`, import.meta.url);
  return JSON.parse(await readFile(path, 'utf8')) as Catalogue;
}
