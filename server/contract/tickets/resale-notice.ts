import { resaleBan, SALE_RULES } from '../orders/sale-rules.ts'

interface SoldTicket {
  /** 特定興行入場券: the notice is in the words of the Act. */
  named?: boolean
  /** The deadline of 公式リセール; null or missing: there is none. */
  resale_until?: string | null | undefined
}

/** The notice on a ticket, also on paper, that it may not be sold on. */
export const resaleNotice = ({ named = false, resale_until = null }: SoldTicket): string =>
  named ? SALE_RULES.entry_named.text({ named }) : resaleBan(resale_until)
