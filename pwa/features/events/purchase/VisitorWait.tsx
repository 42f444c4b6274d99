import { type ComponentProps, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { LoginSheet } from '#pwa/features/rooms/join/LoginSheet.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Subject } from '#pwa/ui/picture/Subject.tsx'
import css from './SeatPanel.module.css'
import { JOIN_WAIT } from './wait-labels.ts'

/** The waiting list for visitors, who log in first; the page then shows it. Not lazy: it may be pressed before hydration. */
export function VisitorWait({ subject }: { subject: ComponentProps<typeof Subject> }) {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  return (
    <>
      <p className={css.first}>満席になりました。</p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {JOIN_WAIT}
      </Button>
      <LoginSheet open={open} onClose={() => setOpen(false)} what={JOIN_WAIT} path={pathname}>
        <Subject {...subject} />
        <p className="small">
          お席が空いたときに、登録の早い順にご案内します。登録には、ログインが必要です。
        </p>
      </LoginSheet>
    </>
  )
}
