import '#pwa/ui/tokens.css'
import '#pwa/ui/base.css'
import type { ReactNode } from 'react'
import { STEP_S } from '#contract/door/code.ts'
import { codeLabel } from '#pwa/features/tickets/ticket/code-binding.ts'
import { TicketFace } from '#pwa/features/tickets/ticket/TicketFace.tsx'
import { TicketQr } from '#pwa/features/tickets/ticket/TicketQr.tsx'
import bar from '#pwa/layouts/chrome/Topbar.module.css'
import page from '#pwa/layouts/Page.module.css'
import { paths } from '#pwa/lib/paths.ts'
import button from '#pwa/ui/button/IconButton.module.css'
import { cx } from '#pwa/ui/cx.ts'
import icon from '#pwa/ui/Icon.module.css'
import { StaticCodeReason, StillCode, TicketCode } from '#pwa/ui/tickets/TicketCode.tsx'
import css from './FirstTicket.module.css'
import type { HeldTicket } from './held.ts'

interface FirstTicketProps extends HeldTicket {
  /** The clock correction in use. `pre-hydration.js` removes this ticket if the app stores another one. */
  clock: string
}

/** The page of a valid ticket, shown until the app has rendered its own. */
export const FirstTicket = ({ issued, code, dpr, clock }: FirstTicketProps) => (
  <div id="first" className={css.first} data-clock={clock}>
    <header className={bar.bar}>
      <a className={button.button} href={paths.ticketBox}>
        <svg className={cx(icon.icon)} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M14.5 5 7.5 12l7 7" />
        </svg>
        <span className="sr">戻る</span>
      </a>
      <h1 className={bar.title}>入場チケット</h1>
    </header>
    <main className={page.page}>
      <TicketFace issued={issued} state="valid">
        <Code left={code.left}>
          <TicketQr text={code.text} label={codeLabel(issued.number)} dpr={dpr} />
        </Code>
      </TicketFace>
    </main>
  </div>
)

const Code = ({ left, children }: { left: number | null; children: ReactNode }) =>
  left === null ? (
    <StillCode words={<StaticCodeReason why={null} />}>{children}</StillCode>
  ) : (
    <TicketCode left={left} life={STEP_S}>
      {children}
    </TicketCode>
  )
