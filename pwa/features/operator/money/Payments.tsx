import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { operatorMoney } from '#contract/operator/money/calls.ts'
import { SEARCH_MAX } from '#contract/shared/limits.ts'
import { SearchInput } from '#pwa/ui/forms/SearchInput.tsx'
import { AdminList } from '../AdminList.tsx'
import { AdminPaymentRow } from './AdminPaymentRow.tsx'

/** All payments, or those of one number or one person. */
export function Payments() {
  const [searchParams, setSearchParams] = useSearchParams()
  const search = searchParams.get('search') ?? ''
  const [terms, setTerms] = useState(search)
  const look = (event: FormEvent) => {
    event.preventDefault()
    const next = terms.trim().slice(0, SEARCH_MAX)
    setSearchParams(next ? { search: next } : {}, { replace: true })
  }
  return (
    <AdminList
      call={operatorMoney.listPayments}
      input={{ query: search ? { search } : {} }}
      filters={
        <form role="search" onSubmit={look}>
          <SearchInput
            name="search"
            label="お支払いをさがす"
            placeholder="領収書番号、またはユーザー名"
            value={terms}
            onChange={setTerms}
          />
        </form>
      }
      keyOf={({ id }) => id}
      empty={
        search
          ? {
              title: '見つかりませんでした',
              text: '領収書番号とユーザー名は、すべての文字が合うものをさがします。',
            }
          : {
              title: 'お支払いはまだありません',
              text: 'チケットやルームの参加費が支払われると、ここに並びます。',
            }
      }
    >
      {(payment) => <AdminPaymentRow payment={payment} />}
    </AdminList>
  )
}
