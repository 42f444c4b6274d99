// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { useRecordTabs } from './useRecordTabs.tsx'

afterEach(cleanup)

const LISTS = { sales: { label: '売上' }, refunds: { label: '返金' } }

function Books() {
  const { shown, tabs, query } = useRecordTabs('書類の種類', LISTS)
  return (
    <>
      {tabs}
      <output aria-label="shown">{`${shown} ${JSON.stringify(query)}`}</output>
      <output aria-label="address">{useLocation().pathname + useLocation().search}</output>
    </>
  )
}

const open = (url: string) =>
  render(
    <MemoryRouter initialEntries={[url]}>
      <Books />
    </MemoryRouter>,
  )
const shown = () => screen.getByLabelText('shown').textContent
const address = () => screen.getByLabelText('address').textContent
const current = () => screen.getAllByRole('link', { current: 'page' }).map((tab) => tab.textContent)

it('tabs of books switch the list, keep the search and drop the order', async () => {
  open('/dashboard/sales?from=2026-10-01&sort=amount')
  expect(shown()).toBe('sales {"from":"2026-10-01"}')
  expect(current()).toEqual(['売上'])
  await userEvent.click(screen.getByRole('link', { name: '返金' }))
  expect(shown()).toBe('refunds {"from":"2026-10-01"}')
  expect(address()).toBe('/dashboard/sales?from=2026-10-01&list=refunds')
  expect(current()).toEqual(['返金'])
  await userEvent.click(screen.getByRole('link', { name: '売上' }))
  expect(address()).toBe('/dashboard/sales?from=2026-10-01')
})

it('tabs of books show the first list for one that there is not', () => {
  open('/dashboard/sales?list=toString')
  expect(shown()).toBe('sales {}')
})
