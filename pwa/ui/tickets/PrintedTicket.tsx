import type { ReactNode } from 'react'
import { Paper } from './Paper.tsx'
import css from './PrintedTicket.module.css'
import { TicketNumber } from './TicketNumber.tsx'
import { TicketPicture } from './TicketPicture.tsx'

export interface PrintedTicketProps {
  picture: string | null
  tint: string | null
  title: ReactNode
  /** Day, time and place. */
  note: ReactNode
  number: string | null
  holder: string
}

/** A ticket that comes out of the printer once: the paper from above, the tear line last. */
export const PrintedTicket = ({
  picture,
  tint,
  title,
  note,
  number,
  holder,
}: PrintedTicketProps) => (
  <article className={css.ticket}>
    <Paper
      tint={tint}
      printed
      top={
        <>
          <TicketPicture src={picture} alt="" size="m" animated />
          <div className={css.top}>
            <p className="title">{title}</p>
            <p className={css.note}>{note}</p>
          </div>
        </>
      }
      stub={
        <div className={css.stub}>
          <TicketNumber number={number} large={false} />
          <p className={css.holder}>
            <span>お名前</span>
            <b>{holder}</b>
          </p>
        </div>
      }
    />
  </article>
)
