import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SEARCH_MAX } from '#contract/limits.ts'
import { operatorMoney } from '#contract/operator/money/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { SearchInput } from '#pwa/ui/forms/SearchInput.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { PaymentRow } from './PaymentRow.tsx'

/** All payments, or those of one number or one person. */
export function Payments() {
  const [searchParams, setSearchParams] = useSearchParams()
  const search = searchParams.get('search') ?? ''
  const [terms, setTerms] = useState(search)
  const payments = useList(operatorMoney.listPayments, { query: search ? { search } : {} })
  const look = (event: FormEvent) => {
    event.preventDefault()
    const next = terms.trim().slice(0, SEARCH_MAX)
    setSearchParams(next ? { search: next } : {}, { replace: true })
  }
  return (
    <div className="stack">
      <form role="search" onSubmit={look}>
        <SearchInput
          name="search"
          label="お支払いをさがす"
          placeholder="領収書番号、またはユーザー名"
          value={terms}
          onChange={setTerms}
        />
      </form>
      <LoadedList
        of={payments}
        keyOf={({ id }) => id}
        wrap={(rows) => <List carded>{rows}</List>}
        empty={
          <StateScreen
            kind="empty"
            title={search ? '見つかりませんでした' : 'お支払いはまだありません'}
            text={
              search
                ? '領収書番号とユーザー名は、すべての文字が合うものをさがします。'
                : 'チケットやルームの参加費が支払われると、ここに並びます。'
            }
          />
        }
      >
        {(payment) => <PaymentRow payment={payment} />}
      </LoadedList>
    </div>
  )
}
