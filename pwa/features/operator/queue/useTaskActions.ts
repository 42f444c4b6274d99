import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operatorMoney } from '#contract/operator/money/calls.ts'
import { operatorOverview } from '#contract/operator/overview/calls.ts'
import { operatorQueue, type Task } from '#contract/operator/queue/calls.ts'
import { operatorSystem } from '#contract/operator/system/calls.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { showToast } from '#pwa/ui/overlay/toast.ts'

const REFRESH = [
  operatorQueue.listTasks,
  operatorOverview.getOverview,
  operatorMoney.listRefunds,
  operatorSystem.listFailedWork,
]

/** What can be done with one task, or with several one after another; each is recorded on its own. */
export function useTaskActions() {
  const call = useCall()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function forEach(tasks: Task[], act: (task: Task) => Promise<unknown>, done: string) {
    setBusy(true)
    let failed = 0
    for (const task of tasks)
      await act(task).catch((error: unknown) => {
        console.warn(error)
        failed++
      })
    await Promise.all(REFRESH.map((one) => client.invalidateQueries({ queryKey: keyOf(one) })))
    setBusy(false)
    const succeeded = tasks.length - failed
    if (succeeded > 0) showToast(`${succeeded}件を${done}`)
    if (failed > 0) showToast(`${failed}件は、できませんでした。もう一度お試しください。`)
  }

  return {
    busy,
    assign: (tasks: Task[], mine: boolean) =>
      forEach(
        tasks,
        ({ kind, id }) => call(operatorQueue.assignTask, { params: { kind, id }, body: { mine } }),
        mine ? '担当にしました' : '担当から外しました',
      ),
    retry: (tasks: Task[]) =>
      forEach(
        tasks,
        ({ kind, id }) =>
          kind === 'refund'
            ? call(operatorMoney.retryRefund, { params: { id } })
            : call(operatorSystem.retryWork, { params: { id } }),
        'やり直しています',
      ),
  }
}
