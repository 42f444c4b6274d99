import type { ReactNode } from 'react'
import css from './Prose.module.css'

/** Articles and legal texts. `html` must have been sanitised by the server. */
export function Prose({
  html,
  children,
}: { html: string; children?: never } | { html?: never; children: ReactNode }) {
  if (html === undefined) return <div className={css.prose}>{children}</div>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets through known elements only
  return <div className={css.prose} dangerouslySetInnerHTML={{ __html: html }} />
}
