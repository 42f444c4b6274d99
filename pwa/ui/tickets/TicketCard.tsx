import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Paper } from './Paper.tsx'
import { Stamp, type StampLabel } from './Stamp.tsx'
import css from './TicketCard.module.css'
import { TicketNumber } from './TicketNumber.tsx'
import { TicketPicture } from './TicketPicture.tsx'

interface TicketCardProps {
  /** A used ticket is torn and stamped; a cancelled one is stamped. */
  state: 'valid' | 'used' | 'cancelled'
  picture: string | null
  pictureAlt?: string
  tint: string | null
  title: ReactNode
  when: ReactNode
  where: ReactNode
  number: string | null
  /** Its 券種. */
  type?: ReactNode
  holder: string
  /** The stamp of an invalid ticket. */
  stamp?: StampLabel
  /** The code; faded if the ticket is invalid. */
  children?: ReactNode
}

/** The ticket as shown at the gate. */
export function TicketCard(props: TicketCardProps) {
  const animated = props.state === 'valid'
  return (
    <article className={css.ticket}>
      <Paper
        tint={props.tint}
        torn={props.state === 'used'}
        top={<Top {...props} animated={animated} />}
        stub={<Stub {...props} animated={animated} />}
      />
    </article>
  )
}

type HalfProps = TicketCardProps & { animated: boolean }

const Top = ({ picture, pictureAlt = '', title, when, where, animated }: HalfProps) => (
  <>
    <TicketPicture src={picture} alt={pictureAlt} size="s" animated={animated} />
    <Foil animated={animated} />
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

const Stub = ({ number, type, holder, stamp, children, animated }: HalfProps) => (
  <div className={css.stub}>
    <div className={css.names}>
      <TicketNumber number={number} large />
      <p className={css.holder}>
        <span>お名前</span>
        <b>{holder}</b>
      </p>
    </div>
    {type && <div className={css.type}>{type}</div>}
    {children && <div className={cx(!animated && css.gone)}>{children}</div>}
    {stamp && <Stamp {...stamp} />}
  </div>
)

/** A foil of small windows that shimmers while the ticket is valid. */
const Foil = ({ animated }: { animated: boolean }) => (
  <div className={cx(css.foil, animated && css.alive)} aria-hidden="true" />
)
