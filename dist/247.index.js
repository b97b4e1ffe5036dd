export const id = 247;
export const ids = [247];
export const modules = {

/***/ 247:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   useProxy: () => (/* binding */ useProxy)
/* harmony export */ });
/* harmony import */ var node_http__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7067);
/* harmony import */ var _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1167);


const PROXY_NAME = /^https?_proxy$/i;
/**
 * Makes `fetch` use the proxy of the environment, from Node 24.14 on; an older runner works only without one. A proxy
 * without a scheme is one of http, as for curl and so for git. Node refuses it.
 */
function useProxy(environment) {
    const proxies = Object.entries(environment)
        .filter(([name]) => PROXY_NAME.test(name))
        .map(([name, value = '']) => [name, withScheme(value.trim())]);
    const wrong = proxies.find(([, value]) => value !== '' && URL.parse(value) === null);
    // Without its value, which may hold a password.
    if (wrong !== undefined)
        throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .fail */ .fJ)('input-invalid', `the environment variable ${wrong[0]} is not the URL of a proxy; write it like http://proxy.example:8080`);
    node_http__WEBPACK_IMPORTED_MODULE_0__.setGlobalProxyFromEnv?.({ ...environment, ...Object.fromEntries(proxies) });
}
const withScheme = (value) => value === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;


/***/ })

};
