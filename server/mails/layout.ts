import { escaped } from '#contract/lib/markup.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { EmailCopy } from './copy.ts'

const SIGNED = `このメールは${SITE_TITLE}からお送りしています。このメールは送信専用のため、ご返信いただいてもお答えできません。`
const RULE = '────────────────────'

export const asText = ({ paragraphs, button, notes }: EmailCopy, siteUrl: string): string =>
  [
    ...paragraphs,
    `▼ ${button.label}\n${button.url}`,
    ...notes,
    `${RULE}\n${SITE_TITLE}\n${siteUrl}\n${SIGNED}\n`,
  ].join('\n\n')

/** Mail programs support no custom properties and little CSS: raw values of the light theme, and a table layout. */
const COLOUR = {
  page: '#F8FAFA',
  surface: '#FFFFFF',
  ink: '#16211F',
  muted: '#5B6B68',
  line: '#DDE5E3',
  primary: '#0B6E66',
}
const FONT = "font-family:'Hiragino Sans','Noto Sans JP',Meiryo,sans-serif"

export function asHtml({ subject, paragraphs, button, notes }: EmailCopy, siteUrl: string): string {
  const paragraph = (style: string) => (text: string) =>
    `<p style="margin:0 0 16px;${style}">${escaped(text).replaceAll('\n', '<br>')}</p>`
  const small = paragraph(
    `font-size:13px;line-height:1.7;color:${COLOUR.muted};word-break:break-all`,
  )
  const url = escaped(button.url)
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;background:${COLOUR.page};color:${COLOUR.ink};${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:${COLOUR.surface};border:1px solid ${COLOUR.line};border-radius:16px">
<tr><td style="padding:28px 28px 0;font-size:20px;font-weight:700"><a href="${escaped(siteUrl)}" style="color:${COLOUR.ink};text-decoration:none">${SITE_TITLE}</a></td></tr>
<tr><td style="padding:20px 28px 12px">
${paragraphs.map(paragraph('font-size:15px;line-height:1.8')).join('\n')}
<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:14px 28px;border-radius:999px;background:${COLOUR.primary};color:${COLOUR.surface};font-size:15px;font-weight:700;text-decoration:none">${escaped(button.label)}</a></p>
${small(`ボタンが開かない場合は、次のURLをブラウザーに貼り付けてください。\n${button.url}`)}
${notes.map(small).join('\n')}
</td></tr>
</table>
<p style="margin:20px 0 0;font-size:12px;line-height:1.7;color:${COLOUR.muted}">${SIGNED}</p>
</td></tr></table>
</body>
</html>
`
}
