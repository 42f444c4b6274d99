// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import type { Task } from '#contract/operator/queue/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { TaskQueue } from './TaskQueue.tsx'

const NOW = '2026-11-20T03:00:00.000Z'
const task = (kind: Task['kind'], id: string, row: Partial<Task> = {}): Task => ({
  ...{ kind, id, title: `${id}の件`, content: null, count: 1, amount: null, number: null },
  ...{ person: 'aoi', error: null, can: { retry: false }, since: '2026-11-19T03:00:00.000Z' },
  assignee: null,
  ...row,
})
const deputy = {
  ...{ name: 'deputy', display_name: '代わり', icon_image_small_path: null },
  official_flg: 0 as const,
}

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('queue', () => {
  let sent: string[]
  let refuse: (url: string) => boolean
  beforeEach(() => {
    sent = []
    refuse = () => false
  })

  async function open(tasks: Task[]) {
    const fetch = async (url: string, { method = 'GET', body }: RequestInit = {}) => {
      if (method === 'GET') return answered(tasks)
      sent.push(`${method} ${url.replace(/^.*\/operator\//, '')} ${body ?? ''}`.trim())
      return refuse(url) ? answered({ message: 'できません' }, 409) : answered(null)
    }
    const session = new Session(fetch, { at: 'member', user: { id: 'u1', name: 'admin' } as User })
    render(
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <SessionProvider value={session}>
          <NowProvider at={NOW}>
            <MemoryRouter>
              <TaskQueue />
            </MemoryRouter>
          </NowProvider>
        </SessionProvider>
      </QueryClientProvider>,
    )
    if (tasks.length > 0) await screen.findAllByRole('listitem')
  }
  const focused = () => document.activeElement?.getAttribute('href')

  it('says that nothing waits', async () => {
    await open([])
    expect(await screen.findByText('対応待ちはありません')).toBeTruthy()
  })

  it('leads from each task to where it is done, and says how long it waits and who has it', async () => {
    await open([
      task('report', 'r1', { content: 'comment', count: 3 }),
      task('work', 'w1', { title: 'mail', person: null, error: 'refused' }),
      task('disclosure', 'd1', { title: '', assignee: deputy }),
    ])
    const [report, work, disclosure] = screen.getAllByRole('listitem')
    expect(within(report!).getByRole('link').getAttribute('href')).toBe('/admin/reports/r1')
    expect(report!.textContent).toContain('通報・コメント・3件の通報・@aoi')
    expect(report!.textContent).toMatch(/[1-9]\d*日前から/)
    expect(within(work!).getByRole('link').textContent).toBe('メールの送信止まった処理・refused')
    const hrefOf = (row: HTMLElement) => within(row).getByRole('link').getAttribute('href')
    expect([hrefOf(work!), hrefOf(disclosure!)]).toEqual([
      '/admin/health#w1',
      '/admin/disclosures#d1',
    ])
    expect(disclosure!.textContent).toContain('@aoi への請求')
    expect(disclosure!.textContent).toContain('代わり')
  })

  it('J and K move over the tasks, E takes one, X selects it', async () => {
    await open([task('report', 'r1'), task('report', 'r2')])
    const keys = (text: string) => userEvent.keyboard(text)
    await keys('j')
    expect(focused()).toBe('/admin/reports/r1')
    await keys('jj')
    expect(focused()).toBe('/admin/reports/r2')
    await keys('k')
    expect(focused()).toBe('/admin/reports/r1')
    await keys('e')
    await waitFor(() => expect(sent).toEqual(['PUT queue/report/r1/assignment {"mine":true}']))
    await keys('x')
    expect(await screen.findByText('1件を選んでいます')).toBeTruthy()
  })

  it('keys do nothing once they are switched off, also later', async () => {
    await open([task('report', 'r1')])
    await userEvent.click(screen.getByRole('switch', { name: 'キーボードで操作する' }))
    await userEvent.keyboard('jx')
    expect(focused()).not.toBe('/admin/reports/r1')
    cleanup()
    await open([task('report', 'r1')])
    await userEvent.keyboard('j')
    expect(focused()).not.toBe('/admin/reports/r1')
  })

  it('takes all selected tasks; retries them only if each has failed', async () => {
    const retry = { can: { retry: true } }
    await open([task('refund', 'f1', retry), task('work', 'w1', retry), task('report', 'r1')])
    const select = (n: number) => userEvent.click(screen.getAllByRole('checkbox')[n]!)
    const bar = () => screen.getByRole('region', { name: '選んだ対応待ち' })
    for (const n of [0, 1, 2]) await select(n)
    expect(within(bar()).queryByRole('button', { name: 'やり直す' })).toBeNull()
    await select(2)
    await userEvent.click(within(bar()).getByRole('button', { name: 'やり直す' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[0]).toMatch(/f1/)
    expect(sent[1]).toMatch(/w1/)
    await waitFor(() => expect(screen.queryByRole('region', { name: '選んだ対応待ち' })).toBeNull())
  })

  it('goes on with the other tasks after one was refused', async () => {
    await open([task('report', 'r1'), task('report', 'r2')])
    refuse = (url) => url.includes('r1')
    for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box)
    const bar = screen.getByRole('region', { name: '選んだ対応待ち' })
    await userEvent.click(within(bar).getByRole('button', { name: '担当する' }))
    await waitFor(() => expect(sent).toHaveLength(2))
  })

  it('gives back an own task', async () => {
    await open([task('report', 'r1', { assignee: { ...deputy, name: 'admin' } })])
    await userEvent.click(screen.getByRole('button', { name: /外す/ }))
    await waitFor(() => expect(sent).toEqual(['PUT queue/report/r1/assignment {"mine":false}']))
  })
})
