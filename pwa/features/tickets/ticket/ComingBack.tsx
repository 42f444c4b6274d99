import { useId, useState } from 'react'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { CodeStub } from './CodeStub.tsx'
import css from './ComingBack.module.css'
import type { PhoneClock } from './usePhoneClock.ts'

/** 再入場: the code again, for re-entry. Separate from the ticket, which stays stamped as used. */
export function ComingBack({ issued, clock }: { issued: IssuedTicket; clock: PhoneClock }) {
  const [isOpen, setOpen] = useState(false)
  const code = useId()
  return (
    <section className={css.slip} data-scheme="light">
      <h2 className={css.title}>再入場できます</h2>
      <p className="small">
        {dayAndTime(issued.ticket.valid_until)}{' '}
        まで再入場できます。入口で、係員にコードを見せてください。
      </p>
      <Button
        wide
        variant="secondary"
        aria-expanded={isOpen}
        aria-controls={code}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? '再入場のコードを隠す' : '再入場のコードを表示する'}
      </Button>
      <div id={code}>{isOpen && <CodeStub issued={issued} clock={clock} />}</div>
    </section>
  )
}
