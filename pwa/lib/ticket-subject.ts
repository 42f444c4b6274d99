import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { dayAndTime } from './format.ts'

/** What a login or a form for this ticket is about. */
export const subjectOf = ({ image_path, title, starts_at }: TicketOnSale) => ({
  src: image_path,
  title,
  note: `${dayAndTime(starts_at)} 開演`,
})
