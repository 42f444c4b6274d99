import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { purchaseIntent } from '#pwa/lib/purchase-intent.ts'
import { useTodaysName } from './useTodaysName.ts'

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

function Page() {
  useTodaysName('aoi')
  return null
}

/** Opens a ticket's page by the former name of its room. */
async function open() {
  const path = '/community/:roomid/e_ticket/t1'
  const router = createMemoryRouter([{ path, element: <Page /> }], {
    initialEntries: ['/community/aoi_old/e_ticket/t1?going=1#code=X'],
  })
  await act(async () => render(<RouterProvider router={router} />))
  const { pathname, search, hash } = router.state.location
  return pathname + search + hash
}

it('replaces a former name in the address, and leaves the rest', async () => {
  expect(await open()).toBe('/community/aoi/e_ticket/t1?going=1#code=X')
  expect(purchaseIntent.isOf('/community/aoi/e_ticket/t1')).toBe(false)
})

it('takes an opened purchase along to the present name', async () => {
  purchaseIntent.set('/community/aoi_old/e_ticket/t1')
  await open()
  expect(purchaseIntent.isOf('/community/aoi/e_ticket/t1')).toBe(true)
})
