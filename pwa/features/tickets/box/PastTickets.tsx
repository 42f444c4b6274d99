import { Icon } from '#pwa/ui/Icon.tsx'
import type { Held } from './box.ts'
import { TicketList } from './MiniTickets.tsx'
import css from './PastTickets.module.css'

/** What is over stays out of the way until somebody wants it. */
export const PastTickets = ({ tickets }: { tickets: Held[] }) => (
  <details className={css.past}>
    <summary>
      <span className="grow small strong">使用済み・終了したチケット</span>
      <span className="small muted num">{tickets.length}枚</span>
      <Icon name="down" size="s" />
    </summary>
    <TicketList tickets={tickets} />
  </details>
)
