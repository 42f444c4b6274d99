import { useState } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import css from './RequestId.module.css'

/** The request id (お問い合わせ番号), to be copied into an inquiry. */
export function RequestId({ id }: { id: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(id)
    setCopied(true)
  }
  return (
    <div className={css.id}>
      <span>
        お問い合わせ番号 <b>{id}</b>
      </span>
      <IconButton
        icon={copied ? 'check' : 'copy'}
        size="s"
        label="番号をコピー"
        onClick={() => void copy()}
      />
      <span className="sr" role="status">
        {copied && 'コピーしました'}
      </span>
    </div>
  )
}
