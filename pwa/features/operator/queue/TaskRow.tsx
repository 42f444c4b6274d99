import { memo } from 'react'
import { Link } from 'react-router-dom'
import { DAY_MS } from '#contract/lib/durations.ts'
import type { Task } from '#contract/operator/queue/calls.ts'
import { dateTime, relative } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import css from './TaskQueue.module.css'
import { taskKey, taskNote, taskPath, taskTitle } from './task-labels.ts'
import { ROW } from './useListKeys.ts'

/** From then on the age of a task is marked. */
const OLD_MS = 3 * DAY_MS

interface TaskRowProps {
  task: Task
  isMine: boolean
  isSelected: boolean
  busy: boolean
  onSelect: (key: string) => void
  onAssign: (task: Task) => void
}

/** Memoized: to select one of hundreds draws that one. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, isMine, isSelected, busy, onSelect, onAssign } = props
  const now = useNow()
  const title = taskTitle(task)
  const isOld = Date.parse(now) - Date.parse(task.since) > OLD_MS
  return (
    <li className={css.row} {...{ [ROW]: taskKey(task) }}>
      <label className={css.select}>
        <input type="checkbox" checked={isSelected} onChange={() => onSelect(taskKey(task))} />
        <span className="sr">「{title}」を選ぶ</span>
      </label>
      <Link to={taskPath(task)} className={css.task}>
        <span className={css.title}>{title}</span>
        <span className="note muted">{taskNote(task)}</span>
      </Link>
      <time
        className={cx(css.age, isOld && css.old)}
        dateTime={task.since}
        title={dateTime(task.since)}
      >
        {relative(task.since, now)}から
      </time>
      <span className={css.assignee}>
        {task.assignee && (
          <>
            <Avatar src={task.assignee.icon_image_small_path} size="s" />
            <span className="note clip1">{isMine ? '自分' : task.assignee.display_name}</span>
          </>
        )}
        <Button size="s" variant="quiet" busy={busy} onClick={() => onAssign(task)}>
          {isMine ? '外す' : '担当する'}
          <span className="sr">（{title}）</span>
        </Button>
      </span>
    </li>
  )
})
