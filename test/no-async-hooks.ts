/**
 * Leaves out tap's hooks on every promise, timer and socket, which tell it the test that an error outside of any
 * belongs to: they cost a tenth of the suite. Without them such an error ends the process, and with it the file.
 * Loaded for its effect, before tap. What node itself follows asynchronous calls with stays.
 */
import hooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';

hooks.createHook = () => ({
  enable() {
    return this;
  },
  disable() {
    return this;
  },
});
syncBuiltinESMExports();
