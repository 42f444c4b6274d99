import { useState } from 'react'
import { urlOf } from '#contract/caller.ts'
import { RETRY_LATER } from '#contract/messages.ts'
import { payouts } from '#contract/payouts.ts'
import { useLoad } from '#pwa/lib/api.ts'
import { yen } from '#pwa/lib/format.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { FieldError } from '#pwa/ui/forms/FieldError.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/List.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import { openPaper } from './open-paper.ts'

const inWords = (month: string) => `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`

/** The platform's invoices for its fees, month by month; nothing before there is one. */
export function FeeInvoices() {
  const session = useSession()
  const { data } = useLoad(payouts.listFees, {})
  const [error, setError] = useState<string | null>(null)
  const open = (month: string) => {
    setError(null)
    openPaper(session, urlOf(payouts.getFee, { params: { month } })).catch((failure: unknown) =>
      setError(failure instanceof Error ? failure.message : RETRY_LATER),
    )
  }
  if (!data || data.length === 0) return null
  return (
    <Section title="手数料の請求書">
      <List carded>
        {data.map(({ month, amount }) => (
          <ListRow
            key={month}
            leading={<Icon name="receipt" />}
            title={inWords(month)}
            trailing={yen(amount)}
            onClick={() => open(month)}
          />
        ))}
      </List>
      {error && <FieldError id="fee-error">{error}</FieldError>}
    </Section>
  )
}
