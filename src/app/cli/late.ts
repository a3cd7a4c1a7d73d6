/**
 * Actions of commands whose modules are loaded when the command runs.
 *
 * A command is declared in `commands/`, which imports no more than its help needs; what it does is in
 * `actions/`. So help and a refusal of what was typed load neither a package but commander nor the server.
 */

/** An action out of a module that is loaded when it is needed. */
export function late<Module, Given extends unknown[]>(
  load: () => Promise<Module>,
  pick: (module: Module) => (...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  return async (...given) => pick(await load())(...given);
}
