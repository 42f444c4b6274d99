import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { door } from '#contract/door/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { createTyped, type Typed } from '#server/features/tickets/types/testing/stage.ts'
import { claimGatePhone } from '#server/testing/gate-phone.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'

const STUDENT = {
  name: '学割',
  amount: 0,
  color: 'orange',
  note: '学生証を確認します',
} as const

describe.each(apiDatabaseNames)('tickets with types at the door, on %s', (database) => {
  let stage: Typed
  beforeEach(async () => {
    stage = await createTyped(database, [STUDENT, { name: '一般', amount: 0 }])
    await stage.take('ann', '学割')
    await stage.take('bob', '一般')
  })
  afterEach(() => stage.world.close())

  const csv = async () => {
    const authorization = `Bearer ${await stage.world.tokenOf('aoi')}`
    const url = urlOf(door.listHolders, { params: stage.params, query: { format: 'csv' } })
    return (await stage.world.fetch(url, { headers: { authorization } })).text()
  }

  it('are in the list of a gate with their types, and again once the note changes', async () => {
    const gate = await claimGatePhone(stage.world, 'night', 'A入口')
    const { plan } = await gate.prepare()
    const [student, usual] = plan.types!
    expect(student).toEqual({
      id: await stage.idOf('学割'),
      ...{ name: '学割', color: 'orange', note: STUDENT.note },
    })
    expect(plan.tickets.map(({ type }) => type)).toEqual([student!.id, usual!.id])
    await stage.save(await stage.changed({ 学割: { note: '学生証と年齢を確認します' } }))
    expect((await gate.prepare()).plan.types![0]!.note).toBe('学生証と年齢を確認します')
  })

  it('are listed for the owner with the names of their types, also as CSV', async () => {
    const { items } = await stage.owner()(door.listHolders, { params: stage.params, query: {} })
    expect(items.map(({ type }) => type)).toEqual(['学割', '一般'])
    const [head, row] = (await csv()).split('\r\n')
    expect(head).toContain('整理番号,券種,状態')
    expect(row).toContain('001,学割,有効')
    expect((await stage.own()).types).toMatchObject([{ taken: 1 }, { taken: 1 }])
  })

  it('say their type on paper', async () => {
    const [issued] = await stage.issued('ann')
    const params = { id: issued!.id }
    const { world } = stage
    await world.as('ann')(tickets.issuePaper, { params, body: { paper_name: '安藤' } })
    const authorization = `Bearer ${await world.tokenOf('ann')}`
    const paper = await world.fetch(urlOf(tickets.getPaper, { params }), {
      headers: { authorization },
    })
    expect(await paper.text()).toContain('学割')
  })
})

describe.each(apiDatabaseNames)('tickets without types at the door, on %s', (database) => {
  it('have a list and a CSV as before', async () => {
    const stage = await createTyped(database, [])
    await stage.world.as('ann')(tickets.joinTicket, { params: { id: 'night' }, body: {} })
    const gate = await claimGatePhone(stage.world, 'night', 'A入口')
    const { plan } = await gate.prepare()
    expect(plan).not.toHaveProperty('types')
    expect(plan.tickets[0]).not.toHaveProperty('type')
    const authorization = `Bearer ${await stage.world.tokenOf('aoi')}`
    const url = urlOf(door.listHolders, { params: stage.params, query: { format: 'csv' } })
    const csv = await (await stage.world.fetch(url, { headers: { authorization } })).text()
    expect(csv).not.toContain('券種')
    await stage.world.close()
  })
})
