import { type ReactNode, useState } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { type Evening, EveningWindows } from './EveningWindows.tsx'
import css from './StateScreen.module.css'

interface StateScreenProps {
  /** `empty` shows the purpose of a list, `error` the error, `offline` the remaining actions. */
  kind: 'empty' | 'error' | 'offline'
  title: ReactNode
  text?: ReactNode
  /** One primary button, optionally followed by a secondary one. */
  actions?: ReactNode
  /** The answer's request id, shown as お問い合わせ番号. */
  requestId?: string | null
  /** `h1` if it is the whole page. */
  heading?: 'h1' | 'h2' | 'h3'
  /** Below the text: the list of いま開けるもの. */
  children?: ReactNode
}

const evenings: Record<StateScreenProps['kind'], Evening> = {
  empty: 'waiting',
  error: 'off',
  offline: 'lit',
}

export function StateScreen(props: StateScreenProps) {
  const { kind, title, text, actions, requestId, heading: Heading = 'h2', children } = props
  return (
    <div className={css.state} data-state={kind} {...(kind === 'error' && { role: 'alert' })}>
      <EveningWindows evening={evenings[kind]} />
      <Heading className={css.title}>{title}</Heading>
      {text && <p className="muted">{text}</p>}
      {actions && <div className={css.actions}>{actions}</div>}
      {requestId && <RequestId id={requestId} />}
      {children && <div className={css.more}>{children}</div>}
    </div>
  )
}

/** The request id (お問い合わせ番号), to be copied into an inquiry. */
function RequestId({ id }: { id: string }) {
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
