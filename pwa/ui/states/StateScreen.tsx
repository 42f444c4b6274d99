import type { ReactNode } from 'react'
import { type Evening, EveningWindows } from './EveningWindows.tsx'
import { RequestId } from './RequestId.tsx'
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
  heading?: 'h1' | 'h2'
  /** Below the text: the list of いま開けるもの. */
  children?: ReactNode
}

const evenings: Record<StateScreenProps['kind'], Evening> = {
  empty: 'dark',
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
