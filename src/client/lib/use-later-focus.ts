import { useEffect, useState } from 'react'

/**
 * Gives a function that moves the focus as soon as the form can be used again: a field of a disabled fieldset
 * cannot take it.
 */
export function useLaterFocus(isBusy: boolean): (focus: () => void) => void {
  const [wanted, setWanted] = useState<{ focus: () => void } | null>(null)
  useEffect(() => {
    if (isBusy || wanted === null) return
    wanted.focus()
    setWanted(null)
  }, [isBusy, wanted])
  return (focus) => setWanted({ focus })
}
