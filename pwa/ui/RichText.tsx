import type { ReactNode } from 'react'
import css from './RichText.module.css'

/** Styled text of articles and legal pages. `html` must be sanitized by the server. */
export function RichText({
  html,
  children,
}: { html: string; children?: never } | { html?: never; children: ReactNode }) {
  if (html === undefined) return <div className={css.text}>{children}</div>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets through known elements only
  return <div className={css.text} dangerouslySetInnerHTML={{ __html: html }} />
}
