import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Did } from '#contract/door/log.ts'
import type { ScanResult, Verdict } from '#contract/door/verdict.ts'
import { VerdictPanel } from './VerdictPanel.tsx'

afterEach(cleanup)

const nothing = () => {}

/** Renders the panel of a scan result and the action of staff; returns its heading and color. */
function read(verdict: Verdict, did: Did | null, typed = false) {
  const scanResult: ScanResult = {
    ...{ verdict, ticket: { hash: 'h', number: 'A 002' }, used: null, home: 'A入口' },
    ...{ mayOverride: true, mayReenter: true, companions: [], paperName: null, type: null },
  }
  render(
    <VerdictPanel
      shown={{ scanResult, typed, did, turn: 1 }}
      plan={{ from: '2026-11-20T08:00:00.000Z', until: '2026-11-20T12:00:00.000Z' }}
      holder={null}
      mayUndo={false}
      onDecide={nothing}
      onUndo={nothing}
    />,
  )
  const { classList } = screen.getByRole('alert')
  const colours = ['good', 'check', 'bad', 'back'].filter((name) => classList.contains(name))
  return [screen.getByRole('heading').textContent, ...colours]
}

it.each<[string, Verdict, Did | null, string, string]>([
  ['a good one', 'ok', 'admit', '入場OK', 'good'],
  ['one to look at', 'check_holder', null, '要本人確認', 'check'],
  ['one that was looked at', 'check_holder', 'admit', '入場OK', 'good'],
  ['one that was sent away', 'check_holder', 'refuse', '入場不可', 'bad'],
  ['a used one', 'used', 'refuse', '使用済み', 'bad'],
  ['one of another door', 'other_gate', 'refuse', '別の入口へ', 'check'],
  ['one let in all the same', 'other_gate', 'override', '入場OK', 'good'],
  ['a used one let in all the same', 'used', 'override', '入場OK', 'good'],
  ['one that comes back', 'used', 'reenter', '再入場OK', 'good'],
  ['one taken back', 'ok', 'undo', '取り消しました', 'back'],
  ['one looked at and taken back', 'check_holder', 'undo', '取り消しました', 'back'],
  ['a used one taken back from the log', 'used', 'undo', '取り消しました', 'back'],
])('heads %s with what was done last, in its colour', (_, verdict, did, title, colour) => {
  expect(read(verdict, did)).toEqual([title, colour])
})

it('names the day of a ticket that is not for today', () => {
  read('off_hours', 'refuse')
  screen.getByText('受付は 11月20日(金) 17:00 から 21:00 までです')
})

it.each([
  ['that is still before the camera', false, /コードをいったん離してから/],
  ['whose number was typed', true, /もう一度ご確認ください/],
])('explains after an undo how to admit a ticket %s', (_, typed, expected) => {
  read('ok', 'undo', typed)
  expect(screen.getByText(/入場していません/).textContent).toMatch(expected)
})

it.each([
  ['asks staff to compare the papers with a named ticket', true, 'ok', null, 1],
  ['asks nothing about any other', false, 'ok', null, 0],
  ['asks nothing where nobody is admitted', true, 'cancelled', null, 0],
  ['asks staff for the name on a ticket of paper', false, 'check_holder', '佐藤 千晴', 1],
  ['asks for that name at another gate, too', false, 'other_gate', '佐藤 千晴', 1],
] as const)('%s', (_, named, verdict, paperName, times) => {
  render(
    <VerdictPanel
      shown={{
        scanResult: {
          ...{ verdict, ticket: { hash: 'h', number: 'A 002' }, used: null, home: 'A入口' },
          ...{ mayOverride: false, mayReenter: false, companions: [], paperName, type: null },
        },
        ...{ typed: false, did: null, turn: 1 },
      }}
      plan={{ from: '2026-11-20T08:00:00.000Z', until: '2026-11-20T12:00:00.000Z', named }}
      holder={{ name: '佐藤 千晴', needs: '車いす' }}
      mayUndo={false}
      onDecide={nothing}
      onUndo={nothing}
    />,
  )
  expect(screen.queryAllByText(/本人確認書類/)).toHaveLength(times)
  expect(screen.getByText('佐藤 千晴 様')).toBeTruthy()
  expect(screen.getByText('配慮の希望：車いす')).toBeTruthy()
})

it.each([
  [
    { id: 't', name: '学割', color: 'orange', note: '学生証を確認します' },
    ['学割', '学生証を確認します'],
  ],
  [{ id: 't', name: 'S席', color: 'purple', note: '' }, ['S席']],
  ['unlisted', ['券種は、チケットの画面でご確認ください。']],
] as const)('shows the type %o and what staff check', (type, texts) => {
  render(
    <VerdictPanel
      shown={{
        scanResult: {
          ...{ verdict: 'ok', ticket: { hash: 'h', number: 'A 002' }, used: null, home: null },
          ...{ mayOverride: false, mayReenter: false, companions: [], paperName: null, type },
        },
        ...{ typed: false, did: 'admit', turn: 1 },
      }}
      plan={{ from: '2026-11-20T08:00:00.000Z', until: '2026-11-20T12:00:00.000Z' }}
      holder={null}
      mayUndo={false}
      onDecide={nothing}
      onUndo={nothing}
    />,
  )
  for (const text of texts) expect(screen.getByText(text)).toBeTruthy()
})
