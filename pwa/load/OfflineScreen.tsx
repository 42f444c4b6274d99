import { type ReactNode, useContext } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { InSection } from '#pwa/ui/Section.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

interface OfflineScreenProps {
  heading?: 'h1' | 'h2'
  /** What opens all the same. */
  children?: ReactNode
}

/** Nobody answers, and this page is not among what the device keeps. */
export function OfflineScreen({ heading = 'h1', children }: OfflineScreenProps) {
  const variant = useContext(InSection) ? 'secondary' : 'primary'
  // From the ticket box itself there is no way to it.
  const isTheBox = useLocation().pathname === paths.ticketBox
  return (
    <StateScreen
      kind="offline"
      heading={heading}
      title="そのページはオフラインでは開けません"
      text="電波が戻ると、自動で読み込みます。"
      actions={
        !isTheBox && (
          <Button variant={variant} icon="ticket" to={paths.ticketBox}>
            チケットボックスをひらく
          </Button>
        )
      }
    >
      {children}
    </StateScreen>
  )
}
