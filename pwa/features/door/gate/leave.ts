import * as store from './gate-store.ts'

/**
 * At logout: gives up the gates that were claimed with the login. A gate with entries not yet uploaded stays, to
 * upload them (docs/decisions/app/007-offline-store-of-the-page.md); so does one that is open in another tab.
 */
export async function leaveGates() {
  if (!(await store.isGatePhone())) return
  for (const gate of await store.listGates())
    if (gate.byLogin)
      await navigator.locks.request(store.lockOf(gate.id), { ifAvailable: true }, async (lock) => {
        if (lock && (await isAllSent(gate.id))) await store.layDown(gate)
      })
}

async function isAllSent(id: string): Promise<boolean> {
  const acked = await store.listAcked(id)
  return (await store.listLines(id)).every(({ nonce }) => acked.has(nonce))
}
