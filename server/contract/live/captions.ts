import { tidyText } from '../lib/tidy.ts'

/** Languages of captions, as speakers call them. */
export const CAPTION_LANGUAGES = {
  ja: '日本語',
  en: 'English',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
  ko: '한국어',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  pt: 'Português',
  id: 'Bahasa Indonesia',
  th: 'ไทย',
  vi: 'Tiếng Việt',
} as const
export type CaptionLanguage = keyof typeof CAPTION_LANGUAGES

/** Limits of a file: bytes, as sent and as stored, and captions; of one caption: characters with its tags, and lines. */
export const CAPTION_MAX_BYTES = 1_000_000
export const CAPTION_CUES_MAX = 10_000
export const CAPTION_CUE_MAX = 5_000
const LINES_MAX = 6
export const CAPTION_UNREADABLE =
  'WebVTT形式（.vtt）の字幕ファイルを選んでください。文字コードはUTF-8です。'
export const CAPTION_TOO_LARGE = '字幕ファイルは1MBまで、字幕は1万件までです。'
export const CAPTION_CUE_TOO_LONG =
  '長すぎる字幕が含まれています。1件の字幕は、タグを含めて5,000文字までです。'

const TIME = String.raw`(?:\d{2,3}:)?[0-5]\d:[0-5]\d\.\d{3}`
const TIMING = new RegExp(`^(${TIME})[ \\t]+-->[ \\t]+(${TIME})(?:[ \\t].*)?$`)

export interface Cue {
  from: string
  to: string
  text: string
}

/** Milliseconds. */
function timeOf(time: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = time.split(':').map(Number).reverse()
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1_000)
}

const REFERENCES: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
  ...{ nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f' },
}

/**
 * Letters instead of the character references that players decode, so that what is checked is what is shown. Unknown
 * ones stay, and are shown as they are written, since `writeVtt` escapes their ampersand.
 */
const withoutReferences = (text: string) =>
  text.replace(/&(?:#x([\da-f]{1,8})|#(\d{1,8})|([a-z]{2,4}));/gi, (all, hex, decimal, name) =>
    name ? (REFERENCES[name] ?? all) : letterOf(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  )
const letterOf = (code: number) => (code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code))

/** Null for a block that is no caption, as a comment or a style; a message if the file is to be refused for it. */
function cueOf(block: string): Cue | null | string {
  const lines = block.split('\n')
  const at = lines.findIndex((line) => line.includes('-->'))
  if (at < 0) return null
  const [, from = '', to = ''] = TIMING.exec(lines[at] ?? '') ?? []
  if (at > 1 || !from || timeOf(from) >= timeOf(to)) return CAPTION_UNREADABLE
  const written = lines.slice(at + 1).join('\n')
  if (written.length > CAPTION_CUE_MAX) return CAPTION_CUE_TOO_LONG
  const words = written.replace(/<[^<>]*>/g, '') // A tag holds no other one: the search stays linear.
  const text = tidyText(withoutReferences(words), LINES_MAX).replace(/\n+/g, '\n')
  return text ? { from, to, text } : null
}

/**
 * The captions of a WebVTT file (https://www.w3.org/TR/webvtt1/), in the order of their times, as plain text: without
 * comments, styles, positions, tags and character references. Otherwise a message that says why it is refused.
 */
export function readVtt(file: string): Cue[] | string {
  const plain = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(plain)) return CAPTION_UNREADABLE
  const blocks = plain.split(/\n{2,}/).slice(1)
  const cues: Cue[] = []
  for (const block of blocks) {
    const cue = cueOf(block.trim())
    if (typeof cue === 'string') return cue
    if (cue) cues.push(cue)
  }
  if (cues.length === 0) return CAPTION_UNREADABLE
  if (cues.length > CAPTION_CUES_MAX) return CAPTION_TOO_LARGE
  return cues.sort((a, b) => timeOf(a.from) - timeOf(b.from))
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const writeVtt = (cues: Cue[]): string =>
  `WEBVTT\n\n${cues.map(({ from, to, text }) => `${from} --> ${to}\n${escaped(text)}\n`).join('\n')}`
