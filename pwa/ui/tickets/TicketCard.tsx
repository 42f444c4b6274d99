import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Foil } from './Foil.tsx'
import { Paper } from './Paper.tsx'
import { Stamp, type StampWords } from './Stamp.tsx'
import css from './TicketCard.module.css'
import { TicketNumber } from './TicketNumber.tsx'
import { TicketPicture } from './TicketPicture.tsx'

interface TicketCardProps {
  /** Used is torn and stamped; cancelled is stamped. */
  state: 'valid' | 'used' | 'cancelled'
  picture: string | null
  pictureAlt?: string
  tint: string | null
  title: ReactNode
  when: ReactNode
  where: ReactNode
  number: string | null
  holder: string
  /** Given when it is no longer valid. */
  stamp?: StampWords
  /** The code; fades when the ticket is no longer valid. */
  children?: ReactNode
}

/** The ticket itself, as one holds it out at the door. */
export function TicketCard(props: TicketCardProps) {
  const alive = props.state === 'valid'
  return (
    <article className={css.ticket}>
      <Paper
        tint={props.tint}
        torn={props.state === 'used'}
        top={<Top {...props} alive={alive} />}
        stub={<Stub {...props} alive={alive} />}
      />
    </article>
  )
}

type HalfProps = TicketCardProps & { alive: boolean }

const Top = ({ picture, pictureAlt = '', title, when, where, alive }: HalfProps) => (
  <>
    <TicketPicture src={picture} alt={pictureAlt} size="s" alive={alive} />
    <Foil alive={alive} />
    <div className={css.top}>
      <h2>{title}</h2>
      <dl className={css.facts}>
        <div>
          <dt>日時</dt>
          <dd>{when}</dd>
        </div>
        <div>
          <dt>会場</dt>
          <dd>{where}</dd>
        </div>
      </dl>
    </div>
  </>
)

const Stub = ({ number, holder, stamp, children, alive }: HalfProps) => (
  <div className={css.stub}>
    <div className={css.names}>
      <TicketNumber number={number} large />
      <p className={css.holder}>
        <span>お名前</span>
        <b>{holder}</b>
      </p>
    </div>
    {children && <div className={cx(!alive && css.gone)}>{children}</div>}
    {stamp && <Stamp {...stamp} />}
  </div>
)
