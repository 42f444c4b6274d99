import type { Payment } from '#contract/orders/calls.ts'
import type { IconName } from '#pwa/ui/icon-names.ts'

export const productIcons: Record<Payment['kind'], IconName> = {
  room: 'room',
  event: 'play',
  digital_ticket: 'ticket',
}
