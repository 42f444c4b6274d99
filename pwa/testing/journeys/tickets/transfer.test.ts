// @module-tag full
import { expect, it } from 'vitest'
import { tickets } from '#contract/tickets/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, SCREENS } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const FAN = 'fan@example.com'
const GUEST = 'guest@example.com'

/** Gives the fan a free, transferable ticket. */
async function freeTicket() {
  const fan = await apiAs(site.server.url, FAN)
  const { items } = await fan(tickets.listDigitalTickets, { params: { roomid: 'akari' } })
  const { id, title } = items.find(({ amount, status }) => amount === 0 && status === 'published')!
  const { ticket_id, number } = await fan(tickets.joinTicket, { params: { id }, body: {} })
  return { path: `/account/ticketbox/ticket/${ticket_id}`, title, number }
}

it.each(SCREENS)(
  'a ticket is offered, withdrawn, offered again and accepted on %s',
  async (_, viewport) => {
    const { path, title, number } = await freeTicket()
    const fan = await openAs(site, FAN, path, viewport)
    const offer = async (name: string) => {
      await fan.page.getByRole('button', { name: '譲渡する', exact: true }).click()
      await fan.page.getByLabel('相手のユーザー名').fill(name)
      expect(await axeFinds(fan.page)).toEqual([])
      await fan.page.getByRole('button', { name: '譲渡を申し出る' }).click()
    }
    await fan.page.getByText('開場までできます').waitFor()
    await offer('nobody_at_all')
    await fan.page.getByText('このユーザー名の方は見つかりませんでした').waitFor()
    fan.complaints.length = 0
    await fan.page.getByLabel('相手のユーザー名').fill('@sora')
    await fan.page.getByRole('button', { name: '譲渡を申し出る' }).click()
    await fan.page.getByText(/に、譲渡を申し出ています/).waitFor()
    expect(await axeFinds(fan.page)).toEqual([])
    await fan.page.getByRole('button', { name: '申し出を取り消す' }).click()
    await fan.page.getByRole('status').getByText('申し出を取り消しました').waitFor()
    await offer('sora')
    await fan.page.getByText(/に、譲渡を申し出ています/).waitFor()

    const guest = await openAs(site, GUEST, '/account/ticketbox', viewport)
    await guest.page.getByRole('heading', { name: '届いているチケット' }).waitFor()
    await guest.page.getByText(`整理番号 ${number}`).waitFor()
    expect(await axeFinds(guest.page)).toEqual([])
    await guest.page.getByRole('button', { name: '受け取る' }).click()
    await guest.page.waitForURL(`**${path}`)
    await guest.page.getByText(number, { exact: true }).waitFor()
    await guest.page.locator('#root svg[data-code]').waitFor()

    await fan.page.reload()
    await fan.page.getByText('譲渡済').waitFor()
    expect(await fan.page.locator('#root svg[data-code]').count()).toBe(0)
    await fan.page.goto(`${site.server.url}/account/ticketbox`)
    await fan.page.getByText(/使用済み・終了したチケット/).click()
    await fan.page.getByText(title).first().waitFor()
    expect([...fan.complaints, ...guest.complaints]).toEqual([])

    // Transferred back and released, so that the next test can offer it.
    await guest.page.getByRole('button', { name: '譲渡する', exact: true }).click()
    await guest.page.getByLabel('相手のユーザー名').fill('haru')
    await guest.page.getByRole('button', { name: '譲渡を申し出る' }).click()
    await guest.page.getByText(/に、譲渡を申し出ています/).waitFor()
    await fan.page.reload()
    await fan.page.getByRole('button', { name: '受け取らない' }).click()
    const question = fan.page.getByRole('alertdialog')
    await question.getByText(/手元に残ります/).waitFor()
    await question.getByRole('button', { name: 'キャンセル' }).click()
    await fan.page.getByRole('button', { name: '受け取る', exact: true }).click()
    await fan.page.waitForURL(`**${path}`)
    await fan.page.getByRole('button', { name: 'ほかの端末へ移す' }).click()
    await fan.page.getByText('ほかの端末でこのチケットを開くと').waitFor()
  },
)
