import type { ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'
import { Badge } from '../badge/Badge.tsx'
import { Icon } from '../Icon.tsx'
import { Paper } from './Paper.tsx'
import css from './TicketNext.module.css'
import { TicketNumber } from './TicketNumber.tsx'
import { TicketPicture } from './TicketPicture.tsx'

interface TicketNextProps {
  to: To
  picture: string | null
  tint: string | null
  /** For example あと8日. */
  until: string
  title: ReactNode
  /** When it is, for example 11月28日(土) 開場18:30. */
  when: string
  /** Where it is; empty: not known yet. */
  where: string
  number: string | null
  /** The label of the link: チケットを開く, or 視聴する of an event that can be watched now. */
  open: string
  play?: boolean
}

/** The next ticket, large, at the top of the ticket box. */
export function TicketNext(props: TicketNextProps) {
  const { to, picture, tint, until, title, when, where, number, open, play = false } = props
  const top = (
    <>
      <TicketPicture src={picture} alt="" size="m" animated>
        <Badge tone="over">{until}</Badge>
      </TicketPicture>
      <div className={css.top}>
        <p className="title">{title}</p>
        <p className={css.note}>{when}</p>
        {where && <p className={css.note}>{where}</p>}
      </div>
    </>
  )
  const stub = (
    <div className={css.stub}>
      <TicketNumber number={number} large={false} />
      <span className={css.open}>
        <Icon name={play ? 'play' : 'ticket'} size="s" />
        {open}
      </span>
    </div>
  )
  return (
    <Link to={to} className={css.ticket}>
      <Paper tint={tint} top={top} stub={stub} />
    </Link>
  )
}
