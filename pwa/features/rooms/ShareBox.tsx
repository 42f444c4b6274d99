import type { ReactNode } from 'react'
import { Button } from '#pwa/ui/button/Button.tsx'
import { copyText } from '#pwa/ui/copy.ts'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import css from './ShareBox.module.css'

/** The content of a sheet that shares a URL: one narrow column. */
export const ShareBox = ({ children }: { children: ReactNode }) => (
  <div className={css.box}>{children}</div>
)

/** A URL to be selected. */
export const UrlField = ({ label, url }: { label: string; url: string }) => (
  <TextInput label={label} readOnly value={url} onChange={() => {}} />
)

const NOT_COPIED = 'コピーできませんでした。URLを選んでコピーしてください。'

/** Copies the URL that stands beside it. */
export const CopyUrl = ({ url }: { url: string }) => (
  <Button wide icon="copy" onClick={() => void copyText(url, 'URLをコピーしました', NOT_COPIED)}>
    URLをコピー
  </Button>
)
