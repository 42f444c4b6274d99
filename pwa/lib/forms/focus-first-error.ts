/** After a refused submit: focuses the first invalid field; without one, scrolls to the form's error. */
export function focusFirstError(form: HTMLElement): void {
  const field = form.querySelector<HTMLElement>(
    '[aria-invalid="true"], fieldset[data-invalid="true"]',
  )
  const control = field?.matches('fieldset') ? field.querySelector('input') : field
  if (control) control.focus()
  else form.querySelector('[role="alert"]')?.scrollIntoView?.({ block: 'center' })
}
