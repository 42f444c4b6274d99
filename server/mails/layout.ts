import { escaped } from '#contract/lib/markup.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { EmailCopy, ShownRoom, ShownTicket } from './copy.ts'
import { IN_JAPAN } from './moment.ts'

const SIGNED = `このメールは${SITE_TITLE}からお送りしています。このメールは送信専用のため、ご返信いただいてもお答えできません。`
const RULE = '────────────────────'

const ownerLine = ({ owner }: ShownRoom) => `オーナー @${owner}`
const shownText = (shown: ShownTicket | ShownRoom) =>
  (shown.kind === 'room'
    ? [shown.title, ownerLine(shown)]
    : [shown.title, ...shown.lines, shown.number]
  )
    .filter(Boolean)
    .join('\n')

export const asText = ({ shown, paragraphs, button, links, notes }: EmailCopy, siteUrl: string) =>
  [
    ...(shown ? [shownText(shown)] : []),
    ...paragraphs,
    ...[button, ...(links ?? [])].map(({ label, url }) => `▼ ${label}\n${url}`),
    ...notes,
    `${RULE}\n${SITE_TITLE}\n${siteUrl}\n${SIGNED}\n`,
  ].join('\n\n')

/** Mail programs support no custom properties and little CSS: raw values of both themes, and a table layout. */
const COLOUR = {
  page: '#F8FAFA',
  surface: '#FFFFFF',
  ink: '#16211F',
  muted: '#5B6B68',
  line: '#DDE5E3',
  primary: '#0B6E66',
  lamp: '#F2B544',
}
/** Programs without this rule show the light theme. A ticket stays paper at night. */
const DARK = `@media (prefers-color-scheme: dark) {
.page { background: #0E1514 !important; color: #E8EFED !important }
.card { background: #161F1D !important }
.card, .room { border-color: #2A3634 !important }
.ink { color: #E8EFED !important }
.muted { color: #9FB0AC !important }
.link { color: #63CDBF !important }
.button { background: #63CDBF !important; color: #0E1514 !important }
}`
/** On a narrow screen the card takes the whole width. */
const NARROW = `@media (max-width: 420px) {
.outer { padding: 12px 8px !important }
.inner { padding-left: 18px !important; padding-right: 18px !important }
}`
const FONT = "font-family:'Hiragino Sans','Noto Sans JP',Meiryo,sans-serif"
/** The window of the logo, lit. */
const MARK = `<span style="display:inline-block;width:13px;height:16px;margin-right:8px;border-radius:7px 7px 0 0;background:${COLOUR.lamp};vertical-align:-1px"></span>`

/** Broken at line ends, and not within the words after a time. */
const broken = (text: string) =>
  escaped(text)
    .replaceAll('\n', '<br>')
    .replaceAll(IN_JAPAN, `<span style="white-space:nowrap">${IN_JAPAN}</span>`)

const pictureRow = (picture: string | null) =>
  picture
    ? `<tr><td><img src="${escaped(picture)}" alt="" width="464" style="display:block;width:100%;height:auto;border-radius:12px 12px 0 0"></td></tr>`
    : ''

/** A ticket of paper: picture, title, day and place, a line to tear along, and the number. */
function ticketHtml({ title, lines, number, picture }: ShownTicket): string {
  const stub = number
    ? `<tr><td style="padding:14px 20px 18px;border-top:2px dashed #B9AE97;font-size:20px;font-weight:700">${escaped(number)}</td></tr>`
    : ''
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;background:#FBF6EA;color:${COLOUR.ink};border:1px solid #E4DAC3;border-radius:12px">
${pictureRow(picture)}<tr><td style="padding:16px 20px 16px"><p style="margin:0 0 8px;font-size:18px;font-weight:700;line-height:1.4">${escaped(title)}</p>
<p style="margin:0;font-size:14px;line-height:1.7">${broken(lines.join('\n'))}</p></td></tr>
${stub}</table>`
}

/** A room: its picture, and its title beside the face of its owner. */
function roomHtml(room: ShownRoom): string {
  const face = room.face
    ? `<td width="44" style="padding:14px 0 14px 16px"><img src="${escaped(room.face)}" alt="" width="44" height="44" style="display:block;border-radius:22px"></td>`
    : ''
  return `<table class="room" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border:1px solid ${COLOUR.line};border-radius:12px">
${pictureRow(room.picture)}<tr><td><table role="presentation" cellpadding="0" cellspacing="0"><tr>${face}<td style="padding:14px 16px"><p style="margin:0;font-size:17px;font-weight:700;line-height:1.4">${escaped(room.title)}</p>
<p class="muted" style="margin:2px 0 0;font-size:13px;line-height:1.6;color:${COLOUR.muted}">${escaped(ownerLine(room))}</p></td></tr></table></td></tr>
</table>`
}

export function asHtml(copy: EmailCopy, siteUrl: string): string {
  const { subject, shown, paragraphs, button, links = [], notes } = copy
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font-size:15px;line-height:1.8">${broken(text)}</p>`
  const small = (text: string) =>
    `<p class="muted" style="margin:0 0 16px;font-size:13px;line-height:1.7;color:${COLOUR.muted};word-break:break-all">${broken(text)}</p>`
  const link = ({ label, url }: EmailCopy['button']) =>
    `<p style="margin:0 0 16px;font-size:14px"><a class="link" href="${escaped(url)}" style="color:${COLOUR.primary}">${escaped(label)}</a></p>`
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${NARROW}
${DARK}</style>
</head>
<body class="page" style="margin:0;background:${COLOUR.page};color:${COLOUR.ink};${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="outer" align="center" style="padding:32px 16px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:${COLOUR.surface};border:1px solid ${COLOUR.line};border-radius:16px">
<tr><td class="inner" style="padding:28px 28px 0;font-size:20px;font-weight:700"><a class="ink" href="${escaped(siteUrl)}" style="color:${COLOUR.ink};text-decoration:none">${MARK}${SITE_TITLE}</a></td></tr>
<tr><td class="inner" style="padding:20px 28px 12px">
${shown ? (shown.kind === 'room' ? roomHtml(shown) : ticketHtml(shown)) : ''}
${paragraphs.map(paragraph).join('\n')}
<p style="margin:24px 0"><a class="button" href="${escaped(button.url)}" style="display:inline-block;padding:14px 28px;border-radius:999px;background:${COLOUR.primary};color:${COLOUR.surface};font-size:15px;font-weight:700;text-decoration:none">${escaped(button.label)}</a></p>
${links.map(link).join('\n')}
${small(`ボタンが開かない場合は、次のURLをブラウザーに貼り付けてください。\n${button.url}`)}
${notes.map(small).join('\n')}
</td></tr>
</table>
<p class="muted" style="margin:20px 0 0;font-size:12px;line-height:1.7;color:${COLOUR.muted}">${SIGNED}</p>
</td></tr></table>
</body>
</html>
`
}
