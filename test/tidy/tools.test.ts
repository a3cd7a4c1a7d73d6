import t from 'tap';
import { runTool } from './tool.js';

t.test('every file is formatted and passes the linter', async (t) => {
  const { status, output } = runTool('biome', ['ci', '--error-on-warnings', '.']);
  t.equal(status, 0, output);
});
