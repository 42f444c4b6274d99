import { type ComponentProps, useEffect, useEffectEvent } from 'react'
import type { Room } from '#contract/rooms/calls.ts'
import { LoginSheet } from '#pwa/features/rooms/join/LoginSheet.tsx'
import type { Choice } from '#pwa/lib/choice-path.ts'
import { formatPrice } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Subject } from '#pwa/ui/picture/Subject.tsx'
import { AccessCost } from '../AccessCost.tsx'
import { acquisitionLabels } from './acquisition-labels.ts'
import css from './SeatPanel.module.css'
import { usePurchasePrompt } from './usePurchasePrompt.ts'

/** The open purchase form; `joining`: the room that the buyer joins with the same press. */
export interface OpenForm {
  joining: Room | undefined
  close: () => void
}

interface AcquireProps {
  amount: number
  /** Whose members may buy it; not known yet, or a ticket for all, if undefined. */
  room: Room | undefined
  /** What the ticket is for, as the login shows it. */
  subject: ComponentProps<typeof Subject>
  /** What was chosen. The link back after a login contains it for another device. */
  carried?: Choice | undefined
  state: 'visitor' | 'outside' | 'member'
  onOpen: (form: OpenForm) => void
}

/**
 * The button that leads to the ticket. Visitors sign up or log in first, in a sheet over this page. Others buy; who is not
 * in the room yet, joins it with the same press.
 */
export function Acquire(props: AcquireProps) {
  const { state, amount, room, onOpen, subject, carried } = props
  const { open, path, ask, close } = usePurchasePrompt(state !== 'visitor', carried)
  const isBuying = open && state !== 'visitor'
  const openForm = useEffectEvent(() =>
    onOpen({ joining: state === 'outside' ? room : undefined, close }),
  )
  useEffect(() => {
    if (isBuying) openForm()
  }, [isBuying])
  const labels = acquisitionLabels(amount)
  const cost = state !== 'member' && room && <AccessCost amount={amount} roomAmount={room.amount} />
  return (
    <>
      {cost && <p className={css.first}>{cost}</p>}
      <Button icon="ticket" onClick={ask}>
        {state === 'outside' ? labels.joinAndTake : labels.take}
      </Button>
      {state === 'visitor' && (
        <LoginSheet open={open} onClose={close} what={labels.noun} path={path}>
          <Subject {...subject} />
          <p className="small">{cost || `チケット ${formatPrice(amount)}`}</p>
        </LoginSheet>
      )}
    </>
  )
}
