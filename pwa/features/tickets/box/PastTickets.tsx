import { Icon } from '#pwa/ui/Icon.tsx'
import type { BoxTicket } from './box.ts'
import { TicketList } from './MiniTickets.tsx'
import css from './PastTickets.module.css'

/** Past tickets, collapsed. */
export const PastTickets = ({ tickets }: { tickets: BoxTicket[] }) => (
  <details className={css.past}>
    <summary>
      <span className="grow small strong">使用済み・終了したチケット</span>
      <span className="small muted num">{tickets.length}枚</span>
      <Icon name="down" size="s" />
    </summary>
    <TicketList tickets={tickets} />
  </details>
)
