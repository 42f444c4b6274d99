import { type ReactNode, useContext } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { InSection } from '#pwa/ui/layout/Section.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

interface OfflineScreenProps {
  heading?: 'h1' | 'h2'
  /** Links to pages that open offline. */
  children?: ReactNode
}

/** The server does not answer, and the page is not cached. */
export function OfflineScreen({ heading = 'h1', children }: OfflineScreenProps) {
  const variant = useContext(InSection) ? 'secondary' : 'primary'
  // No link from the ticket box to itself.
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
            チケットボックスを開く
          </Button>
        )
      }
    >
      {children}
    </StateScreen>
  )
}
