import * as store from './gate-store.ts'

/**
 * Whoever logs out leaves the gates that they took with their login. One with lines that the server does not have stays
 * as it is, to tell of them (decision 008); so does one that another tab works at.
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
