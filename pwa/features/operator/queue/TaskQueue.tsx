import { useCallback, useEffect, useRef, useState } from 'react'
import { operatorQueue, TASK_KINDS, type Task } from '#contract/operator/queue/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { safeLocalStorage } from '#pwa/lib/safe-storage.ts'
import { LoadedItems } from '#pwa/load/LoadedList.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { Filters } from '../Filters.tsx'
import { useChoice } from '../useChoice.tsx'
import css from './TaskQueue.module.css'
import { TaskRow } from './TaskRow.tsx'
import { taskKey, taskLabels } from './task-labels.ts'
import { useListKeys } from './useListKeys.ts'
import { useTaskActions } from './useTaskActions.ts'

const LOOK_MS = 60_000
const kinds = TASK_KINDS.map((value) => ({ value, label: taskLabels[value] }))
const whose = [
  { value: 'all', label: 'すべて' },
  { value: 'free', label: '担当なし' },
  { value: 'mine', label: '自分の担当' },
] as const

/** Everything that waits for an operator, oldest first. */
export function TaskQueue() {
  const kind = useChoice({
    name: 'kind',
    label: '種類',
    options: kinds,
    initial: null,
    all: 'すべての種類',
  })
  const owner = useChoice({ name: 'whose', label: '担当', options: whose, initial: 'all' })
  const tasks = useList(
    operatorQueue.listTasks,
    { query: { whose: owner.chosen, ...(kind.chosen && { kind: kind.chosen }) } },
    { refetchInterval: LOOK_MS },
  )
  const isFiltered = kind.chosen !== null || owner.chosen !== 'all'
  return (
    <div className="stack">
      <Filters>
        {kind.select}
        {owner.select}
      </Filters>
      <LoadedItems
        of={tasks}
        skeleton={<SkeletonRows count={6} />}
        empty={
          <StateScreen
            kind="empty"
            title={isFiltered ? 'この条件の対応待ちはありません' : '対応待ちはありません'}
            text="通報、削除依頼、開示請求、止まった返金と処理が、長く待っているものからならびます。"
          />
        }
      >
        {(items) => <Tasks tasks={items} />}
      </LoadedItems>
    </div>
  )
}

const KEYS_OFF = 'room.keys.off'

/** Single letters may disturb who speaks to the computer: they can be switched off. */
function useKeysSetting() {
  const [on, setOn] = useState(() => safeLocalStorage.read(KEYS_OFF) === null)
  const change = (next: boolean) => {
    setOn(next)
    if (next) safeLocalStorage.remove(KEYS_OFF)
    else safeLocalStorage.write(KEYS_OFF, '1')
  }
  return [on, change] as const
}

function Tasks({ tasks }: { tasks: Task[] }) {
  const me = useUser()?.name
  const list = useRef<HTMLUListElement>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [keysOn, setKeysOn] = useKeysSetting()
  const actions = useTaskActions()
  const isMine = (task: Task) => task.assignee?.name === me
  const assign = (task: Task) => void actions.assign([task], !isMine(task))
  const latest = useRef(assign)
  useEffect(() => {
    latest.current = assign
  })
  const assignLatest = useCallback((task: Task) => latest.current(task), [])
  const toggle = useCallback(
    (key: string) =>
      setSelected(
        (before) =>
          new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]),
      ),
    [],
  )
  useListKeys({
    list,
    enabled: keysOn,
    actions: {
      x: toggle,
      e(key) {
        const task = tasks.find((one) => taskKey(one) === key)
        if (task && !actions.busy) assign(task)
      },
    },
  })
  return (
    <>
      <SelectedBar
        // Tasks that were done meanwhile are no longer selected.
        tasks={tasks.filter((task) => selected.has(taskKey(task)))}
        actions={actions}
        onEnd={() => setSelected(new Set())}
      />
      <List ref={list} carded>
        {tasks.map((task) => (
          <TaskRow
            key={taskKey(task)}
            task={task}
            isMine={isMine(task)}
            isSelected={selected.has(taskKey(task))}
            busy={actions.busy}
            onSelect={toggle}
            onAssign={assignLatest}
          />
        ))}
      </List>
      <div className={css.keys}>
        <Toggle
          label="キーボードで操作する"
          hint="J・Kで移動、Enterで開く、Eで担当にする・外す、Xで選ぶ"
          checked={keysOn}
          onChange={setKeysOn}
        />
      </div>
    </>
  )
}

interface SelectedBarProps {
  tasks: Task[]
  actions: ReturnType<typeof useTaskActions>
  onEnd: () => void
}

/** What can be done with all selected tasks; decisions are made one by one, on their pages. */
function SelectedBar({ tasks, actions, onEnd }: SelectedBarProps) {
  if (tasks.length === 0) return null
  const { busy } = actions
  const small = { size: 's', variant: 'secondary', busy } as const
  const act = (work: Promise<void>) => void work.then(onEnd)
  return (
    <section className={css.selected} aria-label="選んだ対応待ち">
      <b className="small">{tasks.length}件を選んでいます</b>
      <Button {...small} onClick={() => act(actions.assign(tasks, true))}>
        担当する
      </Button>
      <Button {...small} onClick={() => act(actions.assign(tasks, false))}>
        担当を外す
      </Button>
      {tasks.every(({ can }) => can.retry) && (
        <Button {...small} onClick={() => act(actions.retry(tasks))}>
          やり直す
        </Button>
      )}
      <Button size="s" variant="quiet" onClick={onEnd}>
        選択をやめる
      </Button>
    </section>
  )
}
