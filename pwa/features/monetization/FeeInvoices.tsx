import { useState } from 'react'
import { urlOf } from '#contract/http/caller.ts'
import { payouts } from '#contract/payouts/calls.ts'
import { monthLabel } from '#pwa/features/orders/by-month.ts'
import { PaperDialog } from '#pwa/features/orders/PaperDialog.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { yen } from '#pwa/lib/format.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'

/** The platform's invoices for its fees, by month; nothing if there are none. */
export function FeeInvoices() {
  const { data } = useLoad(payouts.listFees, {})
  const [open, setOpen] = useState<string | null>(null)
  if (!data || data.length === 0) return null
  return (
    <Section title="手数料の請求書">
      <List carded>
        {data.map(({ month, amount, numbers }) => (
          <ListRow
            key={month}
            leading={<Icon name="receipt" />}
            title={monthLabel(month)}
            note={numbers.join('・')}
            trailing={yen(amount)}
            onClick={() => setOpen(month)}
          />
        ))}
      </List>
      {open && (
        <PaperDialog
          url={urlOf(payouts.getFee, { params: { month: open } })}
          title="手数料の請求書"
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  )
}
