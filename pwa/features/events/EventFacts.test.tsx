import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { EventFacts } from './EventFacts.tsx'

afterEach(cleanup)

it.each([
  [0, true],
  [1, true],
  [2, true],
  [3, false],
] as const)('an event in state %i says that one can write: %s', (publishment_flg, isSaid) => {
  render(
    <NowProvider at="2026-11-27T12:00:00.000Z">
      <MemoryRouter>
        <EventFacts event={anEvent({ publishment_flg })} />
      </MemoryRouter>
    </NowProvider>,
  )
  expect(screen.queryByText('配信中に書き込めます') !== null).toBe(isSaid)
})
